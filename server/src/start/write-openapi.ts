import { writeFile } from 'node:fs/promises';
import { describeRoutes } from './describe-routes.ts';

/** `npm run generate` writes the OpenAPI description to the given file. */
const [file = 'openapi.json'] = process.argv.slice(2);
await writeFile(file, `${JSON.stringify(await describeRoutes(), null, 2)}\n`);
