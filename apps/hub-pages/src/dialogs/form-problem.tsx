import type { ReactNode } from 'react';
import { Code, fieldProblemsOf, ProblemNotice, useTexts } from '@kushk/ui';

interface FormProblemProps {
  /** Why what the form sent was refused. */
  readonly error: unknown;
  readonly title?: string;
  /** The JSON Pointers of what was sent that the fields show problems of. */
  readonly fields?: readonly string[];
}

/** Says why a form was refused, and lists by name what no field shows. */
export function FormProblem({ error, title, fields = [] }: FormProblemProps): ReactNode {
  const { language } = useTexts();
  return (
    <ProblemNotice error={error} {...(title !== undefined && { title })}>
      {fieldProblemsOf(error, language)
        .rest(fields)
        .map(({ path, text }) => (
          <p key={path + text}>
            <Code soft breaks>
              {path.slice(1)}
            </Code>{' '}
            <bdi>{text}</bdi>
          </p>
        ))}
    </ProblemNotice>
  );
}
