/**
 * The confinement of a process: namespaces of its own, without network, without other processes, and with a root folder
 * that contains only the folders that it reads. It needs util-linux, which every Debian has, and a kernel that lets
 * this user create user namespaces (docs/deployment/text-extraction.md).
 */
/** Where a dynamic executable finds its loader and its libraries. */
const SYSTEM_LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64'];

/**
 * Creates the root folder, in which a folder has the same path as outside. It is mounted over `/sys`, because no
 * program is there, and only in this mount namespace. The process then gets a user namespace below the one that owns
 * the mounts, so it has no rights over them, and a changed root cannot be left without rights.
 */
const ENTER = `set -e
mount -t tmpfs -o mode=755,size=64k none /sys
while [ "$1" != -- ]; do
  [ ! -d "$1" ] || mount -o rbind,ro,nosuid,nodev,X-mount.mkdir "$1" "/sys$1"
  shift
done
shift
mount -o remount,bind,ro /sys
exec unshare --user --map-user=65534 --map-group=65534 --root=/sys --wd=/ "$@"`;

const UNSHARE = 'unshare --user --map-root-user --mount --net --pid --ipc --uts --fork --kill-child'.split(' ');

/**
 * The command that runs a command confined. It reads the given folders, as far as they exist; its executable is in one
 * of them. The process ends with the process of the returned command.
 */
export function confined(command: readonly string[], folders: readonly string[]): readonly string[] {
  return [...UNSHARE, '/bin/sh', '-c', ENTER, 'sh', ...SYSTEM_LIBRARIES, ...folders, '--', ...command];
}

/** What an operator allows: `unconfined` also where the system refuses the confinement. */
export type ExtractionSetting = 'confined' | 'unconfined';
/** How texts are extracted; `off`: not at all. */
export type ExtractionMode = ExtractionSetting | 'off';

/** `refusal` is the reason why the system refuses the confinement, or null. Confined wherever that is possible. */
export function extractionMode(setting: ExtractionSetting, refusal: string | null): ExtractionMode {
  if (refusal === null) return 'confined';
  return setting === 'unconfined' ? 'unconfined' : 'off';
}
