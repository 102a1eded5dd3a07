import type { Event } from '../events/contract.ts';
import type { News } from './read-news.ts';
import type { Target } from './target.ts';

/** A message to send. Each attempt composes it again. */
export interface Message {
  /** a UUID, the same in each attempt: `webhook-id`, and the left part of `Message-ID` */
  readonly id: string;
  readonly deliveryId: number;
  readonly channel: { readonly id: number; readonly userId: number; readonly name: string; readonly origin: string };
  readonly target: Target;
  /** the user asked for it, to see whether the channel works */
  readonly isTest: boolean;
  /** for people */
  readonly news: News;
  /** when it was composed: a day in the time zone of the schedule, such as 2026-11-25 */
  readonly day: string;
  /** for programs: the one event of a webhook */
  readonly event: Event | null;
  /** aborts when the process stops, or the claim is about to expire */
  readonly signal: AbortSignal;
}

/**
 * What became of an attempt. Reasons are sentences that the user reads, and contain no secret. A mail or a chat message
 * was recorded as handed over before the attempt. `failed` takes that back, so it waits for another attempt; the other
 * two end it.
 */
export type Outcome =
  | { readonly kind: 'delivered' }
  /** the receiver refused the message, or did not get all of it */
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** what the receiver asked for; null: nothing */
      readonly retryAfterSeconds: number | null;
      /**
       * another attempt cannot succeed either, for example because the mailbox does not exist. It pauses the channel.
       */
      readonly isFinal: boolean;
      /** the receiver answered that it is gone for good */
      readonly isGone?: boolean;
    }
  /** the whole message may have been sent, and nobody knows whether it arrived */
  | { readonly kind: 'unconfirmed'; readonly reason: string };

/** Sends a message by one kind of channel. It never throws. */
export type Send = (message: Message) => Promise<Outcome>;
