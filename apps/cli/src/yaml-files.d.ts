/** build.mjs bundles a YAML file as its value. */
declare module '*.yaml' {
  const value: unknown;
  export default value;
}
