/** The compiled texts of the application that is built (`texts-plugin.ts`). */
declare module 'virtual:texts/*' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
