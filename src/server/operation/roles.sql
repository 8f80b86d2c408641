\getenv database_password DATABASE_PASSWORD
\getenv replication_password REPLICATION_PASSWORD
create role wms login password :'database_password';
-- Shows the lag of the standby to administrators.
grant pg_monitor to wms;
create role replicator login replication password :'replication_password';
