declare const classes: {
  readonly deliveries: string;
};
export default classes;
