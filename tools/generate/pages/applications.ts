/** The web applications and the source folders whose texts and styles each of them contains. */
export const applications = ['hub-pages', 'instance-pages'] as const;

export function sourceFoldersOf(application: string): readonly string[] {
  return ['libs/ui/src', `apps/${application}/src`];
}
