/** Reads the settings of an installation. */

export interface Settings {
  /** When false, invoices are stored but nothing is proposed or brought in. */
  readonly autoPropose: boolean;
  /** The currency label that is shown for an invoice without a currency. */
  readonly currencyLabel: string;
}

/** Uses the default for a setting that is missing or malformed. */
export function readSettings(settings: Readonly<Record<string, unknown>>): Settings {
  const { auto_propose: autoPropose, currency_label: label } = settings;
  return {
    autoPropose: autoPropose !== false,
    currencyLabel: typeof label === 'string' && label !== '' ? label : 'IRR',
  };
}
