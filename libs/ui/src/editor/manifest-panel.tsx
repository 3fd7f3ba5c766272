import { CircleAlert, MessageSquareText, Plus, TriangleAlert } from '../icons/icons.generated.js';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Button as ActionButton } from '../controls/button.js';
import { Code } from '../data/panel.js';
import { digits } from '../dates/dates.js';
import { useTexts } from '../language.js';
import classes from './manifest-panel.module.css';
import type { PlacedProblem } from './problem.js';

/** CodeMirror measures its lines once: with a font that comes later, the numbers would be beside the wrong lines. */
const YamlView = lazy(async () => {
  const [{ YamlView: view }] = await Promise.all([
    import('./yaml-view.js'),
    document.fonts.load('1rem "JetBrains Mono"'),
    document.fonts.load('1rem "Vazirmatn"', 'ف'),
  ]);
  return { default: view };
});

/** More problems than this are counted, not listed. */
const MAX_LISTED = 200;

export interface ManifestPanelProps {
  /** With `onChange`, the text at the start and with every new `revision`. */
  readonly text: string;
  readonly revision?: number;
  readonly problems: readonly PlacedProblem[];
  /** What people have said about places of the text. */
  readonly comments?: readonly PlacedProblem[];
  /** Offers to comment on the line of the cursor. */
  readonly onComment?: (line: number) => void;
  /** Whether the problems are those of an older text, because newer ones are awaited. */
  readonly isChecking?: boolean;
  /** Without it the text can only be read. */
  readonly onChange?: (text: string) => void;
  /** Takes a file that is dropped on the editor. */
  readonly onDrop?: (file: File) => void;
}

/** A manifest, and beside it its problems: each leads to its place in the text. */
export function ManifestPanel({
  text,
  revision,
  problems,
  comments = [],
  onComment,
  isChecking = false,
  onChange,
  onDrop,
}: ManifestPanelProps): ReactNode {
  const { t, language } = useTexts();
  const [chosen, choose] = useState<PlacedProblem | null>(null);
  const [line, setLine] = useState(1);
  const marks = useMemo(() => [...problems, ...comments], [problems, comments]);
  // It scrolls, so it can have the focus, also for the moment until the editor is loaded.
  const waiting = (
    <pre className={classes.waiting} dir="ltr" lang="en" tabIndex={0}>
      {text}
    </pre>
  );
  return (
    <div className={classes.both}>
      <div className={classes.text}>
        <Suspense fallback={waiting}>
          <YamlView
            text={text}
            revision={revision}
            label={t(onChange === undefined ? 'editor.label' : 'editor.label.write')}
            problems={marks}
            goTo={chosen}
            onLine={setLine}
            onChange={onChange}
            onDrop={onDrop}
          />
        </Suspense>
      </div>
      <div className={classes.side} role="region" aria-label={t('editor.problems.label')}>
        <h3 aria-live="polite" className={isChecking ? classes.checking : ''}>
          {t('editor.problems', { count: problems.length })}
        </h3>
        <ol className={classes.list}>
          {problems.slice(0, MAX_LISTED).map((problem, at) => (
            <li key={`${problem.path} ${problem.code} ${at}`}>
              <ProblemButton problem={problem} onPress={() => choose({ ...problem })} />
            </li>
          ))}
        </ol>
        {problems.length > MAX_LISTED && (
          <p className={classes.more}>{t('editor.problems.more', { count: problems.length - MAX_LISTED })}</p>
        )}
        {comments.length > 0 && <h3>{t('editor.comments', { count: comments.length })}</h3>}
        <ol className={classes.list}>
          {comments.map((comment, at) => (
            <li key={`${comment.path} ${at}`}>
              <ProblemButton problem={comment} onPress={() => choose({ ...comment })} />
            </li>
          ))}
        </ol>
        {onComment !== undefined && (
          <p className={classes.add}>
            <ActionButton onPress={() => onComment(line)}>
              <Plus aria-hidden="true" />
              {t('editor.comment.line')} ({t('problem.line', { line: digits(line, language, { useGrouping: false }) })})
            </ActionButton>
          </p>
        )}
      </div>
    </div>
  );
}

interface ProblemButtonProps {
  readonly problem: PlacedProblem;
  readonly onPress: () => void;
}

function ProblemButton({ problem, onPress }: ProblemButtonProps): ReactNode {
  const { t, language } = useTexts();
  const { severity, path, message, hint, detail, line } = problem;
  return (
    <Button className={classes.problem!} onPress={onPress}>
      {severity === 'info' ? (
        <MessageSquareText className={classes.comment} aria-label={t('editor.comment')} />
      ) : severity === 'error' ? (
        <CircleAlert className={classes.error} aria-label={t('problem.error')} />
      ) : (
        <TriangleAlert className={classes.warning} aria-label={t('problem.warning')} />
      )}
      <span className={classes.words}>
        <span>
          {path !== '' && (
            <Code soft breaks>
              {path}
            </Code>
          )}{' '}
          <bdi dir="auto">{message}</bdi>
        </span>
        {hint !== undefined && (
          <bdi className={classes.hint} dir="auto">
            {hint}
          </bdi>
        )}
        {detail !== undefined && (
          <bdi className={classes.hint} dir="ltr" lang="en">
            {detail}
          </bdi>
        )}
      </span>
      <span className={classes.line}>
        {t('problem.line', { line: digits(line, language, { useGrouping: false }) })}
      </span>
    </Button>
  );
}
