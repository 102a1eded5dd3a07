import * as access from '../accounts/access-endpoints.ts';
import * as accounts from '../accounts/endpoints.ts';
import * as audit from '../audit/endpoints.ts';
import * as backups from '../backups/endpoints.ts';
import * as channels from '../channels/endpoints.ts';
import * as events from '../channels/event-endpoints.ts';
import * as mail from '../channels/mail/endpoints.ts';
import * as citations from '../citations/endpoints.ts';
import * as crawling from '../crawling/endpoints.ts';
import * as duplicates from '../duplicates/endpoints.ts';
import * as pdfs from '../enrichment/pdf-endpoints.ts';
import * as feeds from '../feeds/endpoints.ts';
import * as library from '../library/endpoints.ts';
import * as maintenance from '../maintenance/endpoints.ts';
import * as names from '../name-search/endpoints.ts';
import * as notes from '../notes/endpoints.ts';
import * as persons from '../persons/endpoints.ts';
import type { Route } from '../platform/http/endpoint.ts';
import * as portability from '../portability/endpoints.ts';
import * as publicLists from '../public-lists/endpoints.ts';
import * as publications from '../publications/endpoints.ts';
import * as rules from '../rules/endpoints.ts';
import * as runs from '../runs/endpoints.ts';
import * as scholars from '../scholars/endpoints.ts';
import * as images from '../scholars/image-endpoints.ts';
import * as settings from '../settings/endpoints.ts';
import * as sources from '../sources/endpoints.ts';
import * as tags from '../tags/endpoints.ts';
import * as views from '../views/endpoints.ts';
import * as zotero from '../zotero/endpoints.ts';

/**
 * Every operation of the API. Paths under /api/v1 need a session or an API token, unless the endpoint is open; paths
 * under /api/v1/admin need an administrator. `platform/http/token-scope.ts` says what a token may do.
 */
export const routes: readonly Route[] = [
  ['POST', '/api/v1/auth/login', accounts.postLogin],
  ['GET', '/api/v1/auth/me', accounts.getMe],
  ['GET', '/api/v1/auth/csrf', accounts.getCsrf],
  ['POST', '/api/v1/auth/change-password', accounts.postChangePassword],
  ['POST', '/api/v1/auth/confirm-password', accounts.postConfirmPassword],
  ['POST', '/api/v1/auth/logout', accounts.postLogout],
  ['POST', '/api/v1/auth/setup', accounts.postSetup],
  ['GET', '/api/v1/auth/sessions', access.getSessions],
  ['DELETE', '/api/v1/auth/sessions', access.deleteOtherSessions],
  ['DELETE', '/api/v1/auth/sessions/{id}', access.deleteSession],
  ['GET', '/api/v1/auth/sign-ins', access.getSignIns],
  ['GET', '/api/v1/auth/tokens', access.getTokens],
  ['POST', '/api/v1/auth/tokens', access.postToken],
  ['DELETE', '/api/v1/auth/tokens/{id}', access.deleteToken],

  ['GET', '/api/v1/scholars', scholars.list],
  ['POST', '/api/v1/scholars', crawling.track],
  ['POST', '/api/v1/scholars/batch', crawling.trackBatch],
  ['GET', '/api/v1/scholars/search', names.search],
  ['GET', '/api/v1/scholars/export', portability.exportScholars],
  ['POST', '/api/v1/scholars/import', portability.importScholars],
  ['GET', '/api/v1/scholars/{id}', scholars.get],
  ['GET', '/api/v1/scholars/{id}/statistics', scholars.statistics],
  ['GET', '/api/v1/scholars/{id}/profiles', persons.list],
  ['PUT', '/api/v1/scholars/{id}/profiles', persons.decide],
  ['GET', '/api/v1/scholars/{id}/co-authors', persons.coAuthors],
  ['POST', '/api/v1/scholars/{id}/join', persons.join],
  ['DELETE', '/api/v1/scholars/{id}/join', persons.unjoin],
  ['GET', '/api/v1/scholars/{id}/rejected-publications', persons.listRejectedOfScholar],
  ['PUT', '/api/v1/scholars/{id}/rejected-publications/{publication_id}', persons.reject],
  ['DELETE', '/api/v1/scholars/{id}/rejected-publications/{publication_id}', persons.restore],
  ['PATCH', '/api/v1/scholars/{id}/toggle', scholars.toggle],
  ['DELETE', '/api/v1/scholars/{id}', crawling.untrack],
  ['PUT', '/api/v1/scholars/{id}/image/url', images.putUrl],
  ['POST', '/api/v1/scholars/{id}/image/upload', images.upload],
  ['DELETE', '/api/v1/scholars/{id}/image', images.clear],
  ['GET', '/scholar-images/{scholar_profile_id}/upload', images.showUpload],
  ['GET', '/scholar-images/{scholar_profile_id}/override', images.showOverride],
  ['GET', '/scholar-images/{scholar_profile_id}/scraped', images.showScraped],

  ['GET', '/api/v1/publications', library.list],
  ['POST', '/api/v1/publications', portability.addPublications],
  ['GET', '/api/v1/publications/today', scholars.today],
  ['GET', '/api/v1/publications/export', citations.exportPublications],
  ['POST', '/api/v1/publications/mark-read', library.markSelectedRead],
  ['POST', '/api/v1/publications/mark-all-read', library.markAllAsRead],
  ['POST', '/api/v1/publications/mark-all-read/undo', library.undoMarkAllAsRead],
  ['POST', '/api/v1/publications/tag', tags.tagSelected],
  ['GET', '/api/v1/publications/{id}', publications.show],
  ['POST', '/api/v1/publications/{id}/favorite', library.favorite],
  ['PUT', '/api/v1/publications/{id}/interest', library.saveInterest],
  ['DELETE', '/api/v1/publications/{id}/interest', library.deleteInterest],
  ['PUT', '/api/v1/publications/{id}/acknowledged-notice', library.saveAcknowledged],
  ['POST', '/api/v1/publications/{id}/retry-pdf', pdfs.retry],
  ['PUT', '/api/v1/publications/{id}/added', portability.putBackPublication],
  ['DELETE', '/api/v1/publications/{id}/added', portability.removePublication],
  ['PUT', '/api/v1/publications/{id}/tags', tags.setOfPublication],
  ['GET', '/api/v1/publications/{id}/notes', notes.list],

  ['PUT', '/api/v1/notes/{id}', notes.save],
  ['DELETE', '/api/v1/notes/{id}', notes.remove],

  ['GET', '/api/v1/tags', tags.list],
  ['PATCH', '/api/v1/tags/{id}', tags.change],
  ['DELETE', '/api/v1/tags/{id}', tags.remove],
  ['POST', '/api/v1/tags/{id}/restore', tags.restore],

  ['GET', '/api/v1/views', views.list],
  ['POST', '/api/v1/views', views.create],
  ['GET', '/api/v1/views/counts', views.counts],
  ['PUT', '/api/v1/views/order', views.order],
  ['PATCH', '/api/v1/views/{id}', views.change],
  ['DELETE', '/api/v1/views/{id}', views.remove],
  ['POST', '/api/v1/views/{id}/restore', views.restore],

  ['GET', '/api/v1/rules', rules.list],
  ['POST', '/api/v1/rules', rules.add],
  ['POST', '/api/v1/rules/preview', rules.preview],
  ['PATCH', '/api/v1/rules/{id}', rules.change],
  ['DELETE', '/api/v1/rules/{id}', rules.remove],
  ['POST', '/api/v1/rules/{id}/undo', rules.undo],
  ['POST', '/api/v1/rules/{id}/restore', rules.restore],

  ['GET', '/api/v1/events', events.list],

  ['GET', '/api/v1/feeds', feeds.list],
  ['POST', '/api/v1/feeds', feeds.create],
  ['PATCH', '/api/v1/feeds/{id}', feeds.change],
  ['POST', '/api/v1/feeds/{id}/secret', feeds.replaceSecret],
  ['DELETE', '/api/v1/feeds/{id}', feeds.remove],
  ['GET', '/feeds/{secret}.atom', feeds.atom],
  ['GET', '/feeds/{secret}.json', feeds.json],

  ['GET', '/api/v1/public-lists', publicLists.list],
  ['POST', '/api/v1/public-lists', publicLists.create],
  ['POST', '/api/v1/public-lists/preview', publicLists.preview],
  ['PUT', '/api/v1/public-lists/{id}', publicLists.change],
  ['DELETE', '/api/v1/public-lists/{id}', publicLists.remove],
  ['GET', '/p/{slug}', publicLists.page],
  ['GET', '/p/{slug}.bib', publicLists.bibtex],
  ['GET', '/p/{slug}.ris', publicLists.ris],
  ['GET', '/p/{slug}.json', publicLists.json],
  ['GET', '/p/{slug}.atom', publicLists.atom],
  ['GET', '/p/{slug}.js', publicLists.script],
  ['GET', '/p/{slug}/{key}', publicLists.paper],
  ['GET', '/api/v1/zotero', zotero.show],
  ['PUT', '/api/v1/zotero', zotero.save],
  ['DELETE', '/api/v1/zotero', zotero.remove],
  ['POST', '/api/v1/zotero/import', zotero.importLibrary],
  ['POST', '/api/v1/zotero/syncs', zotero.create],
  ['POST', '/api/v1/zotero/syncs/{id}/push', zotero.push],
  ['DELETE', '/api/v1/zotero/syncs/{id}', zotero.stop],

  ['GET', '/mail/{token}', mail.showLink],
  ['POST', '/mail/{token}', mail.useLink],

  ['GET', '/api/v1/runs', runs.list],
  ['POST', '/api/v1/runs/manual', runs.startManual],
  ['GET', '/api/v1/runs/{run_id}', runs.show],
  ['POST', '/api/v1/runs/{run_id}/cancel', runs.cancel],
  ['GET', '/api/v1/runs/{run_id}/stream', runs.follow],
  ['GET', '/api/v1/runs/queue/items', crawling.listQueue],
  ['POST', '/api/v1/runs/queue/{id}/retry', crawling.retry],
  ['POST', '/api/v1/runs/queue/{id}/drop', crawling.drop],
  ['DELETE', '/api/v1/runs/queue/{id}', crawling.clear],

  ['GET', '/api/v1/settings', settings.show],
  ['PUT', '/api/v1/settings', settings.save],

  ['GET', '/api/v1/channels', channels.list],
  ['POST', '/api/v1/channels', channels.create],
  ['PATCH', '/api/v1/channels/{id}', channels.change],
  ['DELETE', '/api/v1/channels/{id}', channels.remove],
  ['POST', '/api/v1/channels/{id}/secret', channels.rotate],
  ['POST', '/api/v1/channels/{id}/confirmation', mail.askAgain],
  ['POST', '/api/v1/channels/{id}/test', channels.test],
  ['GET', '/api/v1/channels/{id}/deliveries', channels.deliveries],
  ['POST', '/api/v1/channels/{id}/deliveries/{delivery_id}/replay', channels.replay],

  ['GET', '/api/v1/admin/users', accounts.getUsers],
  ['POST', '/api/v1/admin/users', accounts.postUser],
  ['PATCH', '/api/v1/admin/users/{id}/active', accounts.patchUserActive],
  ['POST', '/api/v1/admin/users/{id}/reset-password', accounts.postResetPassword],
  ['GET', '/api/v1/admin/sources', sources.listSources],
  ['GET', '/api/v1/admin/rejected-publications', persons.listRejectedByAll],
  ['GET', '/api/v1/admin/public-lists', publicLists.listAll],
  ['GET', '/api/v1/admin/backups', backups.show],
  ['GET', '/api/v1/admin/audit', audit.listChanges],
  ['GET', '/api/v1/admin/db/integrity', maintenance.showIntegrity],
  ['GET', '/api/v1/admin/db/repair-jobs', audit.listJobs],
  ['POST', '/api/v1/admin/db/repairs/publication-links', maintenance.repairPublicationLinks],
  ['POST', '/api/v1/admin/db/repairs/publication-near-duplicates', duplicates.repair],
  ['POST', '/api/v1/admin/db/repairs/publication-near-duplicates/dismiss', duplicates.dismiss],
  ['POST', '/api/v1/admin/db/repairs/{job_id}/undo', duplicates.undo],
  ['POST', '/api/v1/admin/db/drop-all-publications', maintenance.dropAll],
  ['GET', '/api/v1/admin/db/pdf-queue', pdfs.list],
  ['POST', '/api/v1/admin/db/pdf-queue/{id}/requeue', pdfs.requeue],
  ['POST', '/api/v1/admin/db/pdf-queue/requeue-all', pdfs.requeueAll],
];
