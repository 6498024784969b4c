-- A ledger in PostgreSQL 15 or newer. Run it once as a superuser: psql --file=postgresql.sql
--
-- Two roles: the owner makes and migrates the tables; the service connects as ledger_app, which may
-- add rows and change nothing. The owner is a member of it, to back up and restore what the service
-- stores in the schema `projections`. Passwords are set apart (\password ledger_owner, \password ledger_app)
-- and given to the programs in ~/.pgpass or a service file, not in the address.
--
--   owner, once:               ledger init --ledger postgresql://ledger_owner@localhost/ratings --origin example.org
--   owner, at each new program: ledger migrate --ledger postgresql://ledger_owner@localhost/ratings
--   service:                   ledger = "postgresql://ledger_app@localhost/ratings"        (service.toml)

CREATE ROLE ledger_owner LOGIN;
CREATE ROLE ledger_app LOGIN;
GRANT ledger_app TO ledger_owner;
CREATE DATABASE ratings OWNER ledger_owner ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0;
REVOKE ALL ON DATABASE ratings FROM PUBLIC;
GRANT CONNECT ON DATABASE ratings TO ledger_app;
