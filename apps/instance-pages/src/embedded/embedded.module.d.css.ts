declare const classes: {
  readonly app: string;
  readonly appSpace: string;
  readonly body: string;
  readonly details: string;
  readonly frame: string;
  readonly panel: string;
  readonly panelSpace: string;
  readonly panels: string;
  readonly source: string;
  readonly trigger: string;
  readonly turned: string;
  readonly waiting: string;
};
export default classes;
