declare const classes: {
  readonly atEnd: string;
  readonly link: string;
  readonly row: string;
  readonly table: string;
  readonly wideOnly: string;
};
export default classes;
