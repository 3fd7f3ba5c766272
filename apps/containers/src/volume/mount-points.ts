/** Reads `/proc/<pid>/mountinfo`. Pure. */

const MOUNT_POINT_FIELD = 4;

/** Whether something is mounted at this absolute path. */
export function isMountPoint(mountinfo: string, path: string): boolean {
  return mountinfo.split('\n').some((line) => unescaped(line.split(' ')[MOUNT_POINT_FIELD] ?? '') === path);
}

/** The kernel writes space, tab, line feed and backslash of a path in octal. */
function unescaped(field: string): string {
  return field.replaceAll(/\\([0-7]{3})/g, (_match, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
