import type { OperatorComponents } from '@kushk/api-client';
import { Code, digits, Facts, Panel, useTexts, type Language } from '@kushk/ui';
import type { ReactNode } from 'react';

type ReleaseCheck = OperatorComponents['schemas']['ReleaseCheck'];
type Platform = NonNullable<ReleaseCheck['details']>['platforms'][number];

const BYTES_PER_MEGABYTE = 1_000_000;

/** What the registry of the hub has for the image of a release; nothing for a plugin without an image. */
export function ImageDetails({ checks }: { readonly checks: readonly ReleaseCheck[] }): ReactNode {
  const { t } = useTexts();
  const details = checks.find(({ name }) => name === 'image')?.details;
  if (details === undefined) return null;
  return details.platforms.map((platform, index) => (
    // An index may name one platform several times.
    <Panel key={index} title={t('release.image')} note={platform.platform}>
      <PlatformFacts platform={platform} />
    </Panel>
  ));
}

function PlatformFacts({ platform }: { readonly platform: Platform }): ReactNode {
  const { t, language } = useTexts();
  const listed = (texts: readonly string[], separator = ', '): ReactNode =>
    texts.length === 0 ? '–' : <Code breaks>{texts.join(separator)}</Code>;
  return (
    <Facts
      facts={[
        [t('release.image.size'), megabytes(platform.size, language)],
        [
          t('release.image.user'),
          platform.user === '' ? t('release.image.user.root') : <Code key="user">{platform.user}</Code>,
        ],
        [t('release.image.entrypoint'), listed(platform.entrypoint, ' ')],
        [t('release.image.command'), listed(platform.command, ' ')],
        [t('release.image.ports'), listed(platform.exposed_ports)],
        [t('release.image.volumes'), listed(platform.volumes)],
      ]}
    />
  );
}

function megabytes(bytes: number, language: Language): string {
  return digits(bytes / BYTES_PER_MEGABYTE, language, {
    style: 'unit',
    unit: 'megabyte',
    // The short unit of Persian is in Latin letters.
    unitDisplay: language === 'fa' ? 'long' : 'short',
    maximumFractionDigits: 1,
  });
}
