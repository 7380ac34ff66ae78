ALTER TABLE "producer" DROP COLUMN "tags";
