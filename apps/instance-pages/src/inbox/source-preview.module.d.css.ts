declare const classes: {
  readonly image: string;
  readonly paper: string;
  readonly preview: string;
};
export default classes;
