import sql from 'sql-template-tag'

/**
 * Schema of the site's tables, as an expression of type `oid`. A site can set another `search_path`
 * for its role than `public`.
 */
export const ownSchema = sql`coalesce(
  (select relnamespace from pg_class where oid = to_regclass('schema_migration')),
  (select oid from pg_namespace where nspname = current_schema()))`
