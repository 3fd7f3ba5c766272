/** The compiled texts of the application that is built (`texts-plugin.ts`). */
declare module 'virtual:texts/*' {
  interface CompiledTexts {
    readonly [part: string]: string | readonly (string | object)[] | CompiledTexts;
  }
  const texts: CompiledTexts;
  export default texts;
}
