declare const classes: {
  readonly actions: string;
  readonly body: string;
  readonly breaks: string;
  readonly code: string;
  readonly facts: string;
  readonly flush: string;
  readonly head: string;
  readonly heading: string;
  readonly id: string;
  readonly note: string;
  readonly panel: string;
  readonly soft: string;
};
export default classes;
