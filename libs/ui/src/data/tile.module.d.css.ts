declare const classes: {
  readonly accent: string;
  readonly bad: string;
  readonly face: string;
  readonly good: string;
  readonly info: string;
  readonly large: string;
  readonly name: string;
  readonly person: string;
  readonly tile: string;
  readonly violet: string;
  readonly warn: string;
};
export default classes;
