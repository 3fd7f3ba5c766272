import type { ReactNode } from 'react';
import { SkeletonLine } from '../feedback/feedback.js';
import { LazySection } from '../page/lazy-part.js';
import type { SchemaFormProps } from './schema-form.js';

const loadForm = async () => (await import('./schema-form.js')).SchemaForm;

/** The settings of a plugin as fields. On most pages they stand below what people read first. */
export function SchemaForm(props: SchemaFormProps): ReactNode {
  const waiting = Object.keys(props.schema['properties'] ?? {}).map((key) => <SkeletonLine key={key} width="middle" />);
  return <LazySection load={loadForm} props={props} waiting={waiting} />;
}
