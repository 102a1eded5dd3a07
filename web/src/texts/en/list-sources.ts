/** The groups of lists in the field to choose one. */
export const listSourceTexts = { general: 'Library', views: 'Views', tags: 'Tags', scholars: 'Scholars' } as const;
