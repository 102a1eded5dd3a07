import type {
  Channel,
  ChannelList,
  CountedTag,
  Delivery,
  DeliveryPage,
  Publication,
  PublicationPage,
} from '../../api/shapes.ts';
import { exampleOf } from './examples.ts';

const { publications } = exampleOf<PublicationPage>('GET /publications');
const { channels } = exampleOf<ChannelList>('GET /channels');
const { deliveries } = exampleOf<DeliveryPage>('GET /channels/{id}/deliveries');

/** A channel that sends mail every day, with some parts replaced. */
export function channelOf(parts: Partial<Channel>): Channel {
  return { ...first(channels), id: 1, name: 'Mail', next_at: null, ...parts };
}

/** A delivered message, with some parts replaced. */
export function deliveryOf(parts: Partial<Delivery>): Delivery {
  return { ...first(deliveries), ...parts };
}

/** A tag of one read publication, by its place in the list of tags. */
export function tagOf(name: string, at: number): CountedTag {
  return { id: at + 1, name, color: 'teal', publication_count: 1, unread_count: 0 };
}

/** Unread publications without tags, with the ids 1, 2, … and the titles "Paper 1", "Paper 2", … */
export function papers(count: number): Publication[] {
  return Array.from({ length: count }, (_, at) => ({
    ...first(publications),
    publication_id: at + 1,
    title: `Paper ${at + 1}`,
    tags: [],
    is_new_in_latest_run: false,
  }));
}

function first<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new Error('The example is empty.');
  return item;
}
