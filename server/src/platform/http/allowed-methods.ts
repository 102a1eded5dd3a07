import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Returns a function that lists the methods of the path of a request that no route took; empty if no route has the
 * path. It knows the routes that are registered after this call, except those with wildcards.
 */
export function noteMethods(app: FastifyInstance): (request: FastifyRequest) => string[] {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const methods = methodsOf.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods);
  });
  let patterns: { pattern: RegExp; methods: ReadonlySet<string> }[] | null = null;
  return ({ url }) => {
    const path = url.split('?', 1)[0] ?? '';
    patterns ??= [...methodsOf].map(([route, methods]) => ({ pattern: patternOf(route), methods }));
    const found = patterns.flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : []));
    return found.length === 0 ? [] : [...new Set([...found, 'OPTIONS'])].sort();
  };
}

/** `/tags/:id` matches `/tags/7`, and not `/tags/` or `/tags/7/restore`. */
function patternOf(route: string): RegExp {
  const escaped = route.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+')}$`);
}
