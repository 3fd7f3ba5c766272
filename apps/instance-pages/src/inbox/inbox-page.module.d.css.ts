declare const classes: {
  readonly detail: string;
  readonly detailOnly: string;
  readonly listOnly: string;
  readonly manyOpen: string;
  readonly nothingThere: string;
  readonly pane: string;
  readonly panes: string;
};
export default classes;
