CREATE TABLE "repeated_call" (
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"call_hash" "bytea" NOT NULL,
	"answer" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "repeated_call_user_id_key_pk" PRIMARY KEY("user_id","key")
);
