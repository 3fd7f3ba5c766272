/** One evaluation of a value: its budget, its errors, and what the subschemas have evaluated so far. */
import type { JsonObject } from '@kushk/contracts';
import { canonicalText } from '../json.js';
import { pointerTo } from '../pointer.js';
import { BudgetExceeded, type StepBudget } from '../step-budget.js';
import type { Evaluated } from './evaluated.js';
import type { Resource } from './resources.js';

/** The maximum number of errors in memory: more than a problem list has, as alternatives that fail are discarded. */
const MAX_COLLECTED_ERRORS = 20_000;
/** How deep subschemas and references may be inside each other during an evaluation. Bounds the call stack. */
const MAX_LEVELS = 1_500;
/** What the comparison of a value costs beside reading its text. */
const TEXT_STEPS = 8;
const ERROR_STEPS = 12;

/** A keyword that a value does not satisfy. */
export interface SchemaError {
  readonly keyword: string;
  /** JSON Pointer to the value in the document. */
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The name that `propertyNames` refuses in the object at `path`. */
  readonly propertyName?: string;
  /** The schema that has the keyword. Only schemas of this library give it. */
  readonly schema?: JsonObject;
}

/** Where a value is in the document. The pointer is built only for an error, because most values are valid. */
export class Place {
  /** The number of characters of the pointer, except for escaped ones. */
  private readonly characters: number;

  constructor(
    private readonly parent: Place | null = null,
    private readonly name: string | number = '',
  ) {
    const own = typeof name === 'string' ? name.length : 4;
    this.characters = parent === null ? 0 : parent.characters + 1 + own;
  }

  get pointer(): string {
    return this.parent === null ? '' : pointerTo(this.parent.pointer, this.name);
  }

  get steps(): number {
    return ERROR_STEPS + (this.characters >> 3);
  }
}

/** A schema, or a boolean, that is ready to check values. */
export interface SchemaNode {
  accepts(value: unknown, place: Place, run: Run): boolean;
}

export class Run {
  /** Null where only the verdict matters. The first failure then ends the check of a schema. */
  errors: SchemaError[] | null = [];
  /** What the schemas of the current value have evaluated. Null when none of them asks for it. */
  evaluated: Evaluated | null = null;
  propertyName: string | undefined;
  /** The resources that were entered, the outermost first. */
  readonly scope: Resource[] = [];
  private readonly names = new WeakMap<object, readonly string[]>();
  private levels = 0;

  constructor(
    private readonly budget: StepBudget,
    private readonly givesSchema: boolean,
  ) {}

  readonly charge = (steps: number): void => this.budget.charge(steps);

  enter(resource: Resource, steps: number): boolean {
    this.budget.charge(steps);
    this.levels += 1;
    if (this.levels > MAX_LEVELS) throw new BudgetExceeded();
    if (this.scope.at(-1) === resource) return false;
    this.scope.push(resource);
    return true;
  }

  leave(isOtherResource: boolean): void {
    this.levels -= 1;
    if (isOtherResource) this.scope.pop();
  }

  /** Records an error and returns false, the verdict. */
  fail(
    error: { readonly keyword: string; readonly schema: JsonObject; readonly params?: object },
    place: Place,
  ): false {
    if (this.errors === null) return false;
    this.budget.charge(place.steps);
    if (this.errors.length >= MAX_COLLECTED_ERRORS) throw new BudgetExceeded();
    this.errors.push({
      keyword: error.keyword,
      path: place.pointer,
      params: { ...error.params },
      ...(this.propertyName !== undefined && { propertyName: this.propertyName }),
      ...(this.givesSchema && { schema: error.schema }),
    });
    return false;
  }

  /** Checks a member or an item of the current value: what it evaluates says nothing about the current value. */
  acceptsInside(node: SchemaNode, value: unknown, place: Place): boolean {
    const { evaluated } = this;
    this.evaluated = null;
    const isValid = node.accepts(value, place, this);
    this.evaluated = evaluated;
    return isValid;
  }

  /** Checks the current value without recording errors; what is evaluated goes to `evaluated`. */
  isAccepted(
    node: SchemaNode,
    value: unknown,
    { place, evaluated }: { readonly place: Place; readonly evaluated: Evaluated | null },
  ): boolean {
    const outer = { errors: this.errors, evaluated: this.evaluated };
    this.errors = null;
    this.evaluated = evaluated;
    const isValid = node.accepts(value, place, this);
    Object.assign(this, outer);
    return isValid;
  }

  /** The names of the members of an object. They are read once, because a schema may visit it a million times. */
  namesOf(value: object): readonly string[] {
    const existing = this.names.get(value);
    if (existing !== undefined) return existing;
    const names = Object.keys(value);
    this.budget.charge(names.length);
    this.names.set(value, names);
    return names;
  }

  /** The text by which values are compared. */
  textOf(value: unknown): string {
    const text = canonicalText(value);
    this.budget.charge(TEXT_STEPS + text.length);
    return text;
  }
}
