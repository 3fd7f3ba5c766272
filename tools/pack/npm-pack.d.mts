export function npmPack(folder: string, to: string): string;
export function withoutNpmConfig(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
