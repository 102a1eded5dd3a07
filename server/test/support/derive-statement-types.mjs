// Writes the types that server/src declares for the rows of its statements, as JSON: `derive-statement-types.mjs <file>`. Each `sql<Row>` is found by its
// constant parts, because Kysely keeps them. Its own process, because TypeScript needs some seconds.
import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const project = fileURLToPath(new URL('../../', import.meta.url));
const MAX_DEPTH = 6;
const KINDS = [
  [ts.TypeFlags.Null, 'null'],
  [ts.TypeFlags.Undefined, 'undefined'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.StringLike, 'string'],
];

const { options, fileNames } = ts.getParsedCommandLineOfConfigFile(`${project}tsconfig.json`, {}, ts.sys);
const isSource = (name) => name.startsWith(`${project}src/`) && !name.endsWith('.test.ts');
const program = ts.createProgram(fileNames.filter(isSource), options);
const checker = program.getTypeChecker();

/** by constant parts: the types that statements with these parts declare, and null for one without a type */
const statements = {};
for (const file of program.getSourceFiles()) if (isSource(file.fileName)) visit(file, file);

const target = process.argv[2];
writeFileSync(`${target}.${process.pid}`, JSON.stringify(statements));
renameSync(`${target}.${process.pid}`, target);

function visit(node, file) {
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    const row = node.typeArguments?.[0];
    statements[partsOf(node.template).join('\0')] ??= [];
    statements[partsOf(node.template).join('\0')].push({
      at: `${file.fileName.slice(project.length)}:${line + 1}`,
      type: row ? describe(checker.getTypeFromTypeNode(row), row, 0) : null,
    });
  }
  ts.forEachChild(node, (child) => visit(child, file));
}

function partsOf(template) {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
}

/** `{ any: true }`, or the kinds of value that the type allows, with its texts, columns, items and other values if it limits these. */
function describe(type, place, depth) {
  if (depth > MAX_DEPTH || type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter))
    return { any: true };
  if (type.isUnion()) return type.types.map((part) => describe(part, place, depth)).reduce(either);
  if (type.isStringLiteral()) return { kinds: ['string'], texts: [type.value] };
  const kind = KINDS.find(([flag]) => type.flags & flag)?.[1];
  if (kind) return { kinds: [kind] };
  // a number or string that has a name of its own
  const named = type.isIntersection() && type.types.find(({ flags }) => flags & ts.TypeFlags.Primitive);
  if (named) return describe(named, place, depth);
  const name = type.getSymbol()?.getName();
  if (name === 'Date' || name === 'Buffer') return { kinds: [name] };
  if (checker.isArrayType(type) || checker.isTupleType(type))
    return {
      kinds: ['array'],
      items: checker
        .getTypeArguments(type)
        .map((item) => describe(item, place, depth + 1))
        .reduce(either),
    };
  const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  const columns = checker.getPropertiesOfType(type).map((property) => {
    const declared = describe(checker.getTypeOfSymbolAtLocation(property, place), place, depth + 1);
    const isOptional = property.flags & ts.SymbolFlags.Optional;
    return [property.getName(), isOptional ? either(declared, { kinds: ['undefined'] }) : declared];
  });
  return {
    kinds: ['object'],
    columns: Object.fromEntries(columns),
    ...(index ? { others: describe(index, place, depth + 1) } : {}),
  };
}

/** What either type allows. The columns of two kinds of object are compared together, so each may be missing where the other kind lacks it. */
function either(a, b) {
  if (a.any || b.any) return { any: true };
  const both = { kinds: [...new Set([...a.kinds, ...b.kinds])] };
  const [limitsA, limitsB] = [a, b].map(({ kinds, texts }) => (kinds.includes('string') ? texts : []));
  if (limitsA && limitsB) both.texts = [...limitsA, ...limitsB];
  const items = [a.items, b.items].filter(Boolean);
  if (items.length > 0) both.items = items.reduce(either);
  const others = [a.others, b.others].filter(Boolean);
  if (others.length > 0) both.others = others.reduce(either);
  if (a.columns && b.columns) {
    const missing = { kinds: ['undefined'] };
    const names = new Set([...Object.keys(a.columns), ...Object.keys(b.columns)]);
    both.columns = Object.fromEntries(
      [...names].map((name) => [name, either(a.columns[name] ?? missing, b.columns[name] ?? missing)]),
    );
  } else if (a.columns ?? b.columns) both.columns = a.columns ?? b.columns;
  return both;
}
