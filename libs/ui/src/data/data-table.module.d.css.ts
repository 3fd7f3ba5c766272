declare const classes: {
  readonly atEnd: string;
  readonly link: string;
  readonly narrowFirst: string;
  readonly narrowLast: string;
  readonly row: string;
  readonly table: string;
  readonly wideOnly: string;
};
export default classes;
