import type { Services } from '../../platform/http/endpoint.ts';

/** Asks the owner of a channel's address to agree to its mail. */
export async function requestConfirmation(_services: Services, _channelId: number): Promise<void> {}
