import type { ReactNode, SVGAttributes } from 'react';

export interface IconProps extends SVGAttributes<SVGSVGElement> {
  readonly size?: number;
}
export type Icon = (props: IconProps) => ReactNode;

/** Returns the component that draws an icon from its path on a grid of 24 × 24. Without a label it is hidden. */
export function icon(path: string): Icon {
  return function DrawnIcon({ size = 24, ...attributes }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={attributes['aria-label'] === undefined ? true : undefined}
        {...attributes}
      >
        <path d={path} />
      </svg>
    );
  };
}
