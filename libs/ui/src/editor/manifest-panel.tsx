import { CircleAlert, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Code } from '../data/panel.js';
import { digits } from '../dates/dates.js';
import { useTexts } from '../language.js';
import classes from './manifest-panel.module.css';
import type { PlacedProblem } from './problem.js';

/** CodeMirror measures its lines once: with a font that comes later, the numbers would stand beside the wrong lines. */
const YamlView = lazy(async () => {
  const [{ YamlView: view }] = await Promise.all([
    import('./yaml-view.js'),
    document.fonts.load('1rem "JetBrains Mono"'),
    document.fonts.load('1rem "Vazirmatn"', 'ف'),
  ]);
  return { default: view };
});

interface ManifestPanelProps {
  readonly text: string;
  readonly problems: readonly PlacedProblem[];
  readonly onChange?: (text: string) => void;
}

/** A manifest, and beside it what is wrong with it: each problem leads to its place. */
export function ManifestPanel({ text, problems, onChange }: ManifestPanelProps): ReactNode {
  const { t, language } = useTexts();
  const [chosen, choose] = useState<PlacedProblem | null>(null);
  return (
    <div className={classes.both}>
      <div className={classes.text}>
        <Suspense
          fallback={
            <pre className={classes.waiting} dir="ltr" lang="en">
              {text}
            </pre>
          }
        >
          <YamlView
            text={text}
            label={t('manifest.label')}
            problems={problems}
            goTo={chosen}
            {...(onChange && { onChange })}
          />
        </Suspense>
      </div>
      <div className={classes.side}>
        <h3>{t('manifest.problems', { count: problems.length })}</h3>
        <ol className={classes.list}>
          {problems.map((problem) => (
            <li key={`${problem.path} ${problem.code}`}>
              <Button className={classes.problem!} onPress={() => choose({ ...problem })}>
                {problem.severity === 'error' ? (
                  <CircleAlert className={classes.error} aria-label={t('problem.error')} />
                ) : (
                  <TriangleAlert className={classes.warning} aria-label={t('problem.warning')} />
                )}
                <span className={classes.words}>
                  <span>
                    <Code>{problem.path}</Code> {problem.message}
                  </span>
                  {problem.hint !== undefined && (
                    <bdi className={classes.hint} dir="auto">
                      {problem.hint}
                    </bdi>
                  )}
                </span>
                <span className={classes.line}>
                  {t('problem.line', { line: digits(problem.line, language, { useGrouping: false }) })}
                </span>
              </Button>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
