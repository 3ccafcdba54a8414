import type { ComponentType, LazyExoticComponent } from 'react';
import type { Me, Role } from './session.tsx';
import type { Dictionary } from './text/en/dictionary.ts';

/**
 * A page of the console. Who it is for stands here and nowhere else: a page that is not for somebody's role is not in the
 * navigation, its address shows nothing, and its code is not even loaded.
 */
export interface Page {
  /** Below /console. Two roles may have different pages at one address. */
  readonly path: string;
  readonly roles: readonly Role[];
  /** What a member of a merchant's team needs for it; absent: nothing. */
  readonly right?: NonNullable<Me['rights']>[number];
  /** Not there in production. */
  readonly isSandboxOnly?: true;
  readonly title: (text: Dictionary) => string;
  /** Where it stands in the navigation; absent: only links lead to it. */
  readonly group?: NavigationGroup;
  /** Typed after `g`. */
  readonly key?: string;
  readonly component: LazyExoticComponent<ComponentType>;
}

export const navigationGroups = ['work', 'parties', 'books', 'settings'] as const;
type NavigationGroup = (typeof navigationGroups)[number];
