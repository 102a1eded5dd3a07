import type { ListedPublication, paths, Tag, View } from './schema.d.ts';

/** The shapes of the API have the names of `openapi.json`. Here are the web application's names for some of them. */
export type * from './schema.d.ts';
export type Publication = ListedPublication;
export type PublicationQuery = NonNullable<paths['/api/v1/publications']['get']['parameters']['query']>;
export type TagColor = Tag['color'];
export type SavedView = View;
