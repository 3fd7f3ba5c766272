declare const classes: {
  readonly blank: string;
  readonly clock: string;
  readonly holder: string;
  readonly notes: string;
  readonly plain: string;
  readonly room: string;
  readonly skeleton: string;
  readonly text: string;
};
export default classes;
