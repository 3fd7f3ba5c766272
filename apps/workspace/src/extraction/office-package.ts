/** The structure of Office files: parts, the relationships between them, and their types (ECMA-376, part 2). */
import { readXml } from './xml-elements.js';
import { ZipFiles } from './zip-files.js';

const CONTENT_TYPES = '[Content_Types].xml';
const MAIN_PART_TYPE =
  /^(application\/vnd\.openxmlformats-officedocument\.(?:wordprocessingml\.document|spreadsheetml\.sheet))\.main\+xml$/i;
/** Files list hundreds of parts at most. */
const CONTENT_TYPES_MAX_BYTES = 1024 * 1024;
/** The package itself, as the source of relationships. */
export const PACKAGE = '';

interface Relationship {
  /** The last segment of the relationship's type, which is the same in the strict and the transitional variant. */
  readonly kind: string;
  /** The name of the related part, without a slash before it. */
  readonly part: string;
}

/** Returns the relationships of a part by their ids; none when it has none. */
export async function relationships(files: ZipFiles, part: string): Promise<ReadonlyMap<string, Relationship>> {
  const found = new Map<string, Relationship>();
  const name = part.slice(part.lastIndexOf('/') + 1);
  const folder = part.slice(0, part.length - name.length);
  await readXml(files.read(`${folder}_rels/${name}.rels`), {
    open: (element, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (element !== 'Relationship' || TargetMode === 'External') return;
      const url = URL.parse(Target, `http://package/${part}`);
      if (url === null) return;
      found.set(Id, { kind: Type.slice(Type.lastIndexOf('/') + 1), part: decodeURI(url.pathname.slice(1)) });
    },
  });
  return found;
}

/** Returns the related part of this kind, or the one with the usual name when no relationship names one that exists. */
export function relatedPart(
  files: ZipFiles,
  related: ReadonlyMap<string, Relationship>,
  { kind, usually }: { readonly kind: string; readonly usually: string },
): string {
  return [...related.values()].find((one) => one.kind === kind && files.has(one.part))?.part ?? usually;
}

/** Returns the media type of a DOCX or XLSX file from its content types, or null when it is neither. */
export async function officeMediaType(content: Buffer): Promise<string | null> {
  let mediaType: string | null = null;
  try {
    const files = await ZipFiles.open(content, CONTENT_TYPES_MAX_BYTES);
    await readXml(files.read(CONTENT_TYPES), {
      open: (_, { ContentType = '' }) => {
        mediaType ??= MAIN_PART_TYPE.exec(ContentType)?.[1]?.toLowerCase() ?? null;
      },
      isDone: () => mediaType !== null,
    });
  } catch {
    // Bytes that are not such a file have no such type.
  }
  return mediaType;
}
