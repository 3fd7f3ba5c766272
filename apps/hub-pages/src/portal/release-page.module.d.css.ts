declare const classes: {
  readonly answer: string;
  readonly answerButtons: string;
  readonly quiet: string;
  readonly soft: string;
  readonly text: string;
};
export default classes;
