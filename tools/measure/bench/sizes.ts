/** Rows whose full size takes longer than 30 s have a smaller default; `npm run bench -- --full` uses the full one. */
export const fullFlag = '--full';

export function sizeOf<Size>({ normal, full }: { readonly normal: Size; readonly full: Size }): Size {
  return process.argv.includes(fullFlag) ? full : normal;
}
