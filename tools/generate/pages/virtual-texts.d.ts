/** The compiled texts of the application that is built (`texts-plugin.ts`). */
declare module 'virtual:texts/*' {
  const texts: import('@kushk/ui').CompiledTexts;
  export default texts;
}
