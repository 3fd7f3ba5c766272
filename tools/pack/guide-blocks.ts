/** The commands of a guide: the lines of its ```sh blocks, in order. */
export interface GuideCommand {
  readonly command: string;
  /** Whether it goes on while the next commands run: the block begins with ```sh background. */
  readonly isBackground: boolean;
}

/** Returns the commands of a markdown text. */
export function guideCommands(markdown: string): readonly GuideCommand[] {
  return [...markdown.matchAll(/^```sh( background)?\n([^]*?)^```/gm)].flatMap(([, background, block = '']) =>
    block
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((command) => ({ command, isBackground: background !== undefined })),
  );
}
