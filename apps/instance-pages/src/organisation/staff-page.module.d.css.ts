declare const classes: {
  readonly choices: string;
};
export default classes;
