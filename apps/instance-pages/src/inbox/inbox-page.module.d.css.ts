declare const classes: {
  readonly back: string;
  readonly detail: string;
  readonly detailOnly: string;
  readonly listOnly: string;
  readonly manyOpen: string;
  readonly nothingThere: string;
  readonly pane: string;
  readonly panes: string;
};
export default classes;
