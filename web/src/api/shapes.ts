import type { paths } from './schema.d.ts';

type DataOf<Operation> = Operation extends {
  responses: { [Status in 200 | 201]?: { content: { 'application/json': { data: infer Data } } } };
}
  ? Data
  : never;

type BodyOf<Operation> = Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
  ? Body
  : never;

export type Session = DataOf<paths['/api/v1/auth/me']['get']>;
export type PublicationPage = DataOf<paths['/api/v1/publications']['get']>;
export type Publication = PublicationPage['publications'][number];
export type Tag = Publication['tags'][number];
export type TagColor = Tag['color'];
export type CountedTag = DataOf<paths['/api/v1/tags']['get']>['tags'][number];
export type Rule = DataOf<paths['/api/v1/rules']['get']>['rules'][number];
export type NewRule = BodyOf<paths['/api/v1/rules']['post']>;
export type ChannelList = DataOf<paths['/api/v1/channels']['get']>;
export type Channel = ChannelList['channels'][number];
export type NewChannel = BodyOf<paths['/api/v1/channels']['post']>;
export type ChannelChange = BodyOf<paths['/api/v1/channels/{id}']['patch']>;
export type DeliveryPage = DataOf<paths['/api/v1/channels/{id}/deliveries']['get']>;
export type Delivery = DeliveryPage['deliveries'][number];
export type PublicationDetail = DataOf<paths['/api/v1/publications/{id}']['get']>;
export type Note = DataOf<paths['/api/v1/publications/{id}/notes']['get']>['notes'][number];
export type Scholar = DataOf<paths['/api/v1/scholars']['get']>['scholars'][number];
export type NewScholar = BodyOf<paths['/api/v1/scholars']['post']>;
export type ScholarStatistics = DataOf<paths['/api/v1/scholars/{id}/statistics']['get']>;
export type CoAuthor = DataOf<paths['/api/v1/scholars/{id}/co-authors']['get']>['co_authors'][number];
export type ScholarProfile = DataOf<paths['/api/v1/scholars/{id}/profiles']['get']>['profiles'][number];
export type NameSearch = DataOf<paths['/api/v1/scholars/search']['get']>;
export type Candidate = NameSearch['candidates'][number];
export type RunList = DataOf<paths['/api/v1/runs']['get']>;
export type Run = RunList['runs'][number];
export type SafetyState = RunList['safety_state'];
export type RunDetail = DataOf<paths['/api/v1/runs/{run_id}']['get']>;
export type ScholarResult = RunDetail['scholar_results'][number];
export type SourceResult = ScholarResult['sources'][number];
export type QueueList = DataOf<paths['/api/v1/runs/queue/items']['get']>;
export type QueueItem = QueueList['queue_items'][number];
export type SavedView = DataOf<paths['/api/v1/views']['get']>['views'][number];
export type NewView = BodyOf<paths['/api/v1/views']['post']>;
export type ViewChange = BodyOf<paths['/api/v1/views/{id}']['patch']>;
export type Feed = DataOf<paths['/api/v1/feeds']['get']>['feeds'][number];
export type NewFeed = BodyOf<paths['/api/v1/feeds']['post']>;
export type Settings = DataOf<paths['/api/v1/settings']['get']>;
export type SettingsChange = BodyOf<paths['/api/v1/settings']['put']>;
export type ImportResult = DataOf<paths['/api/v1/scholars/import']['post']>;
export type OpenSession = DataOf<paths['/api/v1/auth/sessions']['get']>['sessions'][number];
export type ApiToken = DataOf<paths['/api/v1/auth/tokens']['get']>['tokens'][number];
export type CreatedToken = DataOf<paths['/api/v1/auth/tokens']['post']>;
export type NewToken = BodyOf<paths['/api/v1/auth/tokens']['post']>;

export type UserPage = DataOf<paths['/api/v1/admin/users']['get']>;
export type User = UserPage['users'][number];
export type IntegrityReport = DataOf<paths['/api/v1/admin/db/integrity']['get']>;
export type IntegrityCheck = IntegrityReport['checks'][number];
export type RepairJob = DataOf<paths['/api/v1/admin/db/repair-jobs']['get']>['jobs'][number];
export type DuplicateRepair = DataOf<paths['/api/v1/admin/db/repairs/publication-near-duplicates']['post']>;
export type Cluster = DuplicateRepair['clusters'][number];
export type PdfQueue = DataOf<paths['/api/v1/admin/db/pdf-queue']['get']>;
export type PdfSearch = PdfQueue['items'][number];
export type Source = DataOf<paths['/api/v1/admin/sources']['get']>['sources'][number];
export type Backups = DataOf<paths['/api/v1/admin/backups']['get']>;
export type AuditPage = DataOf<paths['/api/v1/admin/audit']['get']>;
export type AuditEntry = AuditPage['entries'][number];

export type PublicationQuery = NonNullable<paths['/api/v1/publications']['get']['parameters']['query']>;
export type LinkRepairBody = BodyOf<paths['/api/v1/admin/db/repairs/publication-links']['post']>;
