import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ProblemNotice, SkeletonLine, useTexts } from '@kushk/ui';
import { contentAddress } from './content-address.js';
import classes from './source-preview.module.css';
import type { Source } from './items.js';
import { sourceTextQuery } from './queries.js';

/** Images are shown as they are; of anything else the text alone. Nothing of a file runs. */
export function SourcePreview({ source }: { source: Source }): ReactNode {
  const { t } = useTexts();
  const isImage = source.content_type === 'image/png' || source.content_type === 'image/jpeg';
  return (
    <figure className={classes.preview} aria-label={t('inbox.source.preview')}>
      {isImage ? <ImagePreview source={source} /> : <TextPreview source={source} />}
    </figure>
  );
}

function ImagePreview({ source: { id, title } }: { source: Source }): ReactNode {
  const { t } = useTexts();
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <figcaption>{t('inbox.source.no_image')}</figcaption>;
  return <img className={classes.image} src={contentAddress(id)} alt={title} onError={() => setBroken(true)} />;
}

function TextPreview({ source: { id } }: { source: Source }): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery(sourceTextQuery(id));
  if (error !== null)
    return <ProblemNotice error={error} title={t('inbox.source.no_preview')} onRetry={() => refetch()} />;
  if (data === undefined)
    return (
      <div className={classes.paper} aria-hidden="true">
        <SkeletonLine width="long" />
        <SkeletonLine width="long" />
        <SkeletonLine width="middle" />
      </div>
    );
  if (data.status === 'none' || data.status === 'failed' || data.status === 'not_extracted')
    return <figcaption>{t(`inbox.source.preview.${data.status}`)}</figcaption>;
  return (
    <>
      {/* Scrolls, so it must be reachable by keyboard. */}
      <pre className={classes.paper} dir="auto" tabIndex={0} role="region" aria-label={t('inbox.source.preview')}>
        {data.text}
      </pre>
      <figcaption>{t(`inbox.source.preview.${data.status}`)}</figcaption>
    </>
  );
}
