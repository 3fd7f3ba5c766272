declare const classes: {
  readonly actions: string;
  readonly aside: string;
  readonly buttons: string;
  readonly columns: string;
  readonly decision: string;
  readonly head: string;
  readonly inView: string;
  readonly narrow: string;
  readonly page: string;
  readonly regular: string;
  readonly room: string;
  readonly stack: string;
  readonly wide: string;
  readonly words: string;
};
export default classes;
