/** The fields of forms. Each is a module of its own, so that a page loads only those that it shows. */
export { fieldClasses, FieldNotes, type FieldProps } from './field-parts.js';
export { NumberField } from './number-field.js';
export { Select } from './select.js';
export { Switch } from './switch.js';
export { TextField } from './text-field.js';
