declare const classes: {
  readonly accent: string;
  readonly bad: string;
  readonly badge: string;
  readonly good: string;
  readonly info: string;
  readonly neutral: string;
  readonly state: string;
  readonly violet: string;
  readonly warn: string;
};
export default classes;
