import type { ReactNode } from 'react';
import { FineLine, lastDay, Lines, RowTitle, StateDot, Summary, useTexts } from '@kushk/ui';

interface EndingKey {
  readonly id: string;
  readonly expires_at: string | null;
}

interface EndingKeysProps<Key extends EndingKey> {
  /** The list that the keys are from. */
  readonly list: Parameters<typeof Summary>[0]['reads'][number] & { readonly hasNextPage: boolean };
  readonly keys: readonly Key[];
  /** A link to the whole list. */
  readonly all: ReactNode;
  /** The name of a key as a link to where it is replaced. */
  readonly linkOf: (key: Key) => ReactNode;
  /** Whose key it is. */
  readonly ownerOf?: (key: Key) => string | null;
}

/** The keys that end soon: what uses them stops then. The one that ends first comes first. */
export function EndingKeys<Key extends EndingKey>(props: EndingKeysProps<Key>): ReactNode {
  const { list, keys, all, linkOf, ownerOf } = props;
  const { t, language } = useTexts();
  return (
    <Summary title={t('keys.ending')} reads={[list]} all={all}>
      <Lines>
        {keys.length === 0 && <FineLine list={list}>{t('keys.ending.none')}</FineLine>}
        {keys
          .toSorted((one, other) => (one.expires_at ?? '').localeCompare(other.expires_at ?? ''))
          .map((key) => (
            <li key={key.id}>
              <RowTitle title={linkOf(key)}>
                {ownerOf !== undefined && <small dir="auto">{ownerOf(key)}</small>}
                <small>
                  <StateDot tone="warn">
                    {t('keys.until', { at: lastDay(new Date(key.expires_at ?? ''), language) })}
                  </StateDot>
                </small>
              </RowTitle>
            </li>
          ))}
      </Lines>
    </Summary>
  );
}
