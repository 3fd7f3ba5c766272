interface LockEntry {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  name?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  engines?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
interface Lock {
  lockfileVersion?: number;
  packages: Record<string, LockEntry>;
}
export function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'>;
export function repair(lock: Lock): Lock;
