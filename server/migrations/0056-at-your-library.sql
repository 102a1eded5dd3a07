-- Where a paper that is not free can be got; null: as the operator says.
alter table user_settings add column link_resolver text, add column proxy_prefix text;
